// Owns serving the built portal: hashed assets for ever, the page itself with manifest and nonce put in.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConfigurationBodies } from '../configuration/configuration-bodies.ts'
import { sendCompressed } from '../http/compressed.ts'
import { newNonce, toPolicy } from '../http/security-headers.ts'
import type { Settings } from '../settings.ts'
import { toIndexPage } from './index-page.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const NOT_BUILT =
  '<!doctype html><html lang="zh-CN"><head><title>尚未构建</title></head><body>页面尚未构建，请先运行 npm run build</body></html>'

/** `folder` is what the portal was built into; without it only the interface is served. */
export async function addPortalRoutes(
  app: FastifyInstance,
  folder: string,
  bodies: ConfigurationBodies,
  settings: Settings,
): Promise<void> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(() => NOT_BUILT)
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.slice(folder.length).replaceAll('\\', '/').startsWith('/assets/')
        reply.header('cache-control', isHashed ? FOR_EVER : 'no-cache')
      },
    })
  }
  const { demo, site } = settings
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newNonce()
    const page = toIndexPage(template, { manifest: bodies.manifest.json, nonce, demo, site })
    reply
      .header('content-security-policy', toPolicy(nonce))
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
    return sendCompressed(request, reply, page)
  }
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
}
