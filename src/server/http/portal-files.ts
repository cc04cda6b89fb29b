// Owns serving the built portal: hashed assets for ever, the page itself with manifest and nonce put in.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ConfigurationBodies } from '../configuration/configuration-routes.ts'
import type { Settings } from '../settings.ts'

/** `<` is written as an escape, so that no text of the configuration can end the data block. */
const embed = (json: string) => json.replaceAll('<', '\\u003c')

export async function addPortalFiles(
  app: FastifyInstance,
  folder: string,
  bodies: ConfigurationBodies,
  settings: Settings,
): Promise<void> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  })
  app.get('/', async (_request, reply) => {
    if (template === null) return reply.code(503).type('text/plain; charset=utf-8').send('页面尚未构建，请先运行 npm run build')
    const head = [
      `<meta name="style-nonce" content="${reply.styleNonce}">`,
      settings.demo ? '<meta name="equipnet-demo" content="1">' : '',
      `<script type="application/json" id="manifest">${embed(bodies.current.manifest)}</script>`,
    ].join('')
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(template.replace('<head>', `<head>${head}`))
  })
}
