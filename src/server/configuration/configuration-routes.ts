// Serves the compiled configuration: manifest, content-hashed page bodies and validators, parameter sets, logos.

import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendCompressed } from '#server/platform/http/compressed.ts'
import { JSON_TYPE } from '#server/platform/http/envelope.ts'
import { isUnchanged } from '#server/platform/http/etag.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ConfigurationBodies } from './configuration-bodies.ts'
import type { ConfigurationSource } from './configuration-source.ts'
import type { Previews } from './store/previews.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
}

interface Asset {
  readonly bytes: Buffer
  readonly type: string
  readonly version: string
}

/** Undefined for what the configuration does not name: its names alone become part of a path. */
async function readAsset({ model, root }: ConfigurationSource, file: string): Promise<Asset | undefined> {
  const { logo, icon } = model.site
  const named = [logo, icon].find((asset) => asset?.file === file)
  if (!named) return undefined
  const bytes = await readFile(join(root, 'pages-config', named.file)).catch(() => undefined)
  return bytes && { bytes, type: TYPES[extname(file)] ?? 'application/octet-stream', version: named.version }
}

const MODULE_TYPE = 'text/javascript; charset=utf-8'
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Content security policy for a picture that is opened by itself, outside any page. */
const NOTHING_ELSE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Adds the routes under `/config/`: manifest, page bodies, validators, parameter sets, key figures and logos. URLs that contain
 * a hash or the version of a logo are cached without limit; the others are revalidated. An unknown URL is refused
 * with `NO_SUCH_ADDRESS`.
 *
 * @example
 * addConfigurationRoutes(app, source, new ConfigurationBodies(source), new Previews(source, services))
 */
export function addConfigurationRoutes(
  app: FastifyInstance,
  source: ConfigurationSource,
  bodies: ConfigurationBodies,
  previews: Previews,
): void {
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { isNamedByContent, type = JSON_TYPE }: { readonly isNamedByContent: boolean; readonly type?: string },
    body: { readonly text: string | (() => string) } | undefined,
  ) => {
    if (!body) throw new Failure('NO_SUCH_ADDRESS')
    reply.header('content-type', type).header('cache-control', isNamedByContent ? FOR_EVER : 'no-cache')
    if (!isNamedByContent && isUnchanged(request, reply, `W/"${source.model.hash}"`)) return reply.send()
    return sendCompressed(request, reply, body.text, body)
  }
  const find = (request: FastifyRequest) => bodies.find(request.url.split('?', 1)[0] as string)
  app.get<{ Params: { hash: string; '*': string } }>('/config/preview/:hash/*', async (request, reply) => {
    const { hash, '*': file } = request.params
    const body = await previews.find(hash, file)
    if (!body) throw new Failure('NO_SUCH_ADDRESS')
    return reply
      .header('content-type', JSON_TYPE)
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .send(body.text())
  })
  app.get('/config/manifest.json', async (request, reply) =>
    send(request, reply, { isNamedByContent: false }, bodies.manifest),
  )
  for (const address of ['/config/manifest.:hash.json', '/config/pages/:name'])
    app.get(address, async (request, reply) =>
      send(request, reply, { isNamedByContent: true }, find(request)),
    )
  app.get('/config/validators/:name', async (request, reply) =>
    send(request, reply, { isNamedByContent: true, type: MODULE_TYPE }, find(request)),
  )
  for (const address of ['/config/sets/:family/:id', '/config/figures/:family'])
    app.get(address, async (request, reply) =>
      send(request, reply, { isNamedByContent: false }, find(request)),
    )
  app.get<{ Params: { file: string } }>('/config/assets/:file', async (request, reply) => {
    const asset = await readAsset(source, `assets/${request.params.file}`)
    if (!asset) throw new Failure('NO_SUCH_ADDRESS')
    const isOld = (request.query as { readonly v?: unknown }).v !== asset.version
    return reply
      .header('cache-control', isOld ? 'no-cache' : FOR_EVER)
      .header('content-security-policy', NOTHING_ELSE)
      .header('content-type', asset.type)
      .send(asset.bytes)
  })
}
