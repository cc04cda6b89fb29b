// Builds and serves the OpenAPI document from the declarations that the server serves.

import type { FastifyInstance } from 'fastify'
import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { Services } from '#server/platform/call.ts'
import { sendCompressed } from '#server/platform/http/compressed.ts'
import { JSON_TYPE } from '#server/platform/http/envelope.ts'
import type { Settings } from '#server/platform/settings.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { CHANGE_STREAM_PATH, CHANGE_TAG } from './change-stream-path.ts'
import { itemSchema } from './content-result.ts'
import { type SchemaPart, toOperation, toPublicSchema } from './to-operation.ts'

const REFUSAL = {
  type: 'object',
  required: ['code', 'msg', 'requestId'],
  properties: {
    code: { type: 'integer', description: '非零；见各响应的说明' },
    msg: { type: 'string', description: '可以据此处理的中文说明' },
    data: { description: '多为 null；版本冲突时为较新的内容' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string', description: 'JSON Pointer' }, message: { type: 'string' } },
      },
    },
  },
}

function toRefusals(): SchemaPart {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  return Object.fromEntries(
    Object.entries(ERRORS).map(([name, { code, message }]) => [
      name,
      { description: `${message}（code ${code}）`, content },
    ]),
  )
}

/** Groups in the order of their first operation, with the titles of their types and files. */
function toTags(model: Model): SchemaPart[] {
  const types = model.contentTypes.map(({ name, title }): [string, string] => [name, title])
  const titles = new Map([...Object.entries(model.groups), ...types])
  const names = new Set(model.operations.map(({ id }) => id.split('.', 1)[0] as string))
  return [...names].map((name) => ({ name, description: titles.get(name) ?? name }))
}

/** `url` is the public address of the portal; `/` stands for the address the document was read from. */
function buildOpenApi(model: Model, url: string): SchemaPart {
  const paths: Record<string, SchemaPart> = {}
  for (const operation of model.operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method.toLowerCase()] = toOperation(model, operation)
    paths[operation.path] = item
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${model.site.name}接口`,
      version: model.hash,
      description:
        '由配置生成。每个响应均含 code、msg、data；失败时另有 requestId，表单被拒绝时另有 errors。',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: [...toTags(model), CHANGE_TAG],
    paths: { ...paths, ...CHANGE_STREAM_PATH },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token', description: '登录时取得' },
        key: { type: 'http', scheme: 'bearer', description: '接口账号的访问密钥，由运营人员创建' },
      },
      responses: toRefusals(),
      schemas: {
        Refusal: REFUSAL,
        ...Object.fromEntries(
          model.contentTypes.map((type) => [type.name, toPublicSchema(itemSchema(type))]),
        ),
      },
    },
  }
}

export function addOpenApiRoute(app: FastifyInstance, services: Services, settings: Settings): void {
  const documentOf = perModel(
    (model: Model) => new Serialized(JSON.stringify(buildOpenApi(model, settings.publicUrl ?? '/'))),
  )
  app.get('/openapi.json', async (request, reply) => {
    const document = documentOf(services.model())
    reply.header('content-type', JSON_TYPE).header('cache-control', 'no-cache')
    return sendCompressed(request, reply, document.json, document)
  })
}
