// Owns the OpenAPI 3.1 document, generated from the operations.
import type { JsonSchema, Model, Operation } from '../../shared/model.ts'

type Json = Record<string, unknown>

const REFUSAL = {
  type: 'object',
  required: ['code', 'msg', 'requestId'],
  properties: {
    code: { type: 'integer', description: '非零错误码' },
    msg: { type: 'string', description: '可以据此处理的中文说明' },
    data: {},
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

/** Formats of our own mean nothing to others; the patterns stand in the documentation. */
function publicSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(publicSchema)
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$schema' && key !== '$id')
      .map(([key, value]) => [key, publicSchema(value)]),
  )
}

function toParameters(operation: Operation): Json[] {
  const properties = (operation.params.properties ?? {}) as Record<string, JsonSchema>
  const required = new Set((operation.params.required as string[] | undefined) ?? [])
  return Object.entries(properties).map(([name, schema]) => {
    const inPath = operation.path.includes(`{${name}}`)
    return { name, in: inPath ? 'path' : 'query', required: inPath || required.has(name), schema: publicSchema(schema) }
  })
}

function toOperation(operation: Operation): Json {
  const refused = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  })
  return {
    operationId: operation.id.replace('.', '_'),
    summary: operation.summary,
    tags: [operation.id.split('.')[0]],
    parameters: toParameters(operation),
    ...(operation.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: publicSchema(operation.body) } } } }
      : {}),
    security: operation.access.includes('anyone') ? [{}, { token: [] }] : [{ token: [] }],
    responses: {
      200: {
        description: '成功',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: { code: { const: 0 }, msg: { type: 'string' }, data: publicSchema(operation.result ?? {}) },
            },
          },
        },
      },
      400: refused('请求有误'),
      ...(operation.access.includes('anyone') ? {} : { 401: refused('未登录'), 403: refused('没有权限') }),
    },
  }
}

export function buildOpenApi(model: Model, url: string): Json {
  const paths: Record<string, Json> = {}
  for (const operation of model.operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method.toLowerCase()] = toOperation(operation)
    paths[operation.path] = item
  }
  const tags = [...new Set(model.operations.map((operation) => operation.id.split('.')[0] as string))]
  return {
    openapi: '3.1.0',
    info: {
      title: '应急装备信息网接口',
      version: model.hash,
      description: '由配置生成。每个回答都是 code、msg、data；失败另有 requestId。',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: tags.map((name) => ({ name, description: model.contentTypes.find((type) => type.name === name)?.title ?? name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: { Refusal: REFUSAL },
    },
  }
}
