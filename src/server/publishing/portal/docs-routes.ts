// Serves the viewer of the OpenAPI document at /docs, or nothing there where it is switched off.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/platform/settings.ts'

/** `folder` holds the built portal, whose static files include the viewer. */
export function addDocsRoutes(app: FastifyInstance, folder: string, { apiDocs }: Settings): void {
  if (apiDocs && existsSync(join(folder, 'docs'))) {
    app.get('/docs', (_request, reply) => reply.sendFile('docs/index.html'))
    app.get('/docs/', (_request, reply) => reply.redirect('/docs', 308))
    return
  }
  for (const path of ['/docs', '/docs/*']) app.get(path, (_request, reply) => reply.callNotFound())
}
