// Adds the calls for preview links to every portal with a content type that has a page and a state before the public one.
import type { WrittenApi } from '#config/generated/written.ts'
import { PREVIEW_DAYS, PREVIEW_PATHS } from '#shared/calls/preview-calls.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { closed, type Groups, toDocument } from './added-group.ts'

const GROUP = 'preview'

const ID = { type: 'string', title: '内容编号', minLength: 1, maxLength: 40 }
const TIME = { type: 'string', format: 'date-time' }
const LINK = closed({
  id: { type: 'string', title: '链接编号' },
  createdAt: { ...TIME, title: '生成时间' },
  expiresAt: { ...TIME, title: '有效期至' },
  revokedAt: { ...TIME, type: ['string', 'null'], title: '撤销时间' },
  isOpen: { type: 'boolean', title: '有效' },
})

const API = {
  $schema: '../config/api.schema.json',
  title: '预览链接',
  operations: {
    list: {
      at: `GET ${PREVIEW_PATHS.list}`,
      summary: '一条内容的预览链接，新的在前',
      deed: '查看预览链接',
      access: 'registered',
      params: { id: ID },
      result: closed({ list: { type: 'array', items: LINK } }),
    },
    create: {
      at: `POST ${PREVIEW_PATHS.create}`,
      summary: '生成预览链接：没有账号的人凭它查看尚未公开的内容或修改稿；链接只显示一次',
      deed: '生成预览链接',
      access: 'registered',
      body: closed({ id: ID, days: { type: 'integer', title: '有效天数', enum: [...PREVIEW_DAYS] } }),
      result: closed({
        id: { type: 'string', title: '链接编号' },
        address: { type: 'string', title: '链接' },
        expiresAt: { ...TIME, title: '有效期至' },
      }),
    },
    revoke: {
      at: `POST ${PREVIEW_PATHS.revoke}`,
      summary: '撤销预览链接，立即失效',
      deed: '撤销预览链接',
      access: 'registered',
      body: closed({ id: { ...ID, title: '链接编号' } }),
      result: closed({ id: { type: 'string' } }),
    },
    read: {
      at: `GET ${PREVIEW_PATHS.read}`,
      summary: '凭预览链接查看内容：有修改稿的为修改稿，只含公开后所有人可见的字段',
      deed: '凭预览链接查看',
      access: 'anyone',
      params: { token: { type: 'string', title: '链接中的 preview', minLength: 43, maxLength: 43 } },
      result: { type: 'object', title: '内容' },
    },
  },
} as const satisfies WrittenApi

/** A portal without accounts has nobody who could make a link. */
export function withPreviewCalls(
  groups: Groups,
  { roles }: { readonly roles: readonly unknown[] },
  contentTypes: Iterable<ContentType>,
): Groups {
  const isNeeded =
    roles.length > 0 &&
    [...contentTypes].some(({ lifecycle }) => Object.values(lifecycle.states).some((state) => !state.public))
  return isNeeded && !groups.some(([group]) => group === GROUP)
    ? [...groups, [GROUP, toDocument(GROUP, API)]]
    : groups
}

/** Of the groups of calls, by group: of those too that are added. */
export const PREVIEW_GROUP = { [GROUP]: API.title }
