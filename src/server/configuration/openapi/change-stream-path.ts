// Describes the stream of public changes, which is no operation of the configuration.

const EVENT = {
  type: 'object',
  required: ['type', 'id', 'title', 'address', 'time'],
  properties: {
    type: { type: 'string', description: '内容类型' },
    id: { type: 'string' },
    title: { type: ['string', 'null'], description: '已下线的内容没有标题' },
    address: { type: 'string', format: 'uri' },
    time: { type: 'string', format: 'date-time' },
  },
}

export const CHANGE_STREAM_PATH = {
  '/newapi/changes': {
    get: {
      operationId: 'change_stream',
      summary: '公开内容的变更流（Server-Sent Events）',
      description:
        '事件名为 published（发布）、changed（修改）、removed（下线）或 reset（无法从所给编号继续，请重新读取列表）。每 20 秒发送一行注释以保持连接。',
      tags: ['change'],
      parameters: [
        {
          name: 'type',
          in: 'query',
          required: false,
          description: '只要这些内容类型，逗号分隔；不写则是全部',
          schema: { type: 'string' },
        },
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: '最后收到的事件的 id，从其后继续，7 天内有效',
          schema: { type: 'string' },
        },
      ],
      security: [{}],
      responses: {
        200: { description: '事件流；data 的内容如下', content: { 'text/event-stream': { schema: EVENT } } },
        400: { $ref: '#/components/responses/BAD_PARAMETER' },
        429: { $ref: '#/components/responses/TOO_MANY_REQUESTS' },
        503: { $ref: '#/components/responses/UNAVAILABLE' },
      },
    },
  },
} as const

export const CHANGE_TAG = { name: 'change', description: '变更' }
