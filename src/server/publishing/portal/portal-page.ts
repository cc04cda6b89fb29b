// Sends the portal's HTML page with the manifest's address, a nonce, and the content of its address.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConfigurationBodies } from '#server/configuration/configuration-bodies.ts'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { adoptEarlierSession } from '#server/identity/sessions/adopt-earlier-session.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { sendCompressed } from '#server/platform/http/compressed.ts'
import { newNonce, toPolicy } from '#server/platform/http/security-headers.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { LinkPreviews } from '#server/publishing/releases/link-previews.ts'
import { themeIn } from '#shared/appearance/theme.ts'
import { previewLinkIn, previewManifest } from '#shared/calls/configuration-preview.ts'
import { perModel } from '#shared/model/per-model.ts'
import type { Site } from '#shared/model/site.ts'
import { type Inserted, toIndexPage } from './index-page.ts'
import { fillTemplate, toSiteBlock } from './site-head.ts'

export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  found: Pick<Inserted, 'shown' | 'feeds'>,
) => Promise<FastifyReply>

const NOT_BUILT =
  '<!doctype html><html lang="zh-CN"><head><title>尚未构建</title></head><body>页面尚未构建，请先运行 npm run build</body></html>'

interface PageParts {
  readonly bodies: ConfigurationBodies
  readonly settings: Settings
  readonly source: ConfigurationSource
  readonly sessions: Sessions
  readonly links: LinkPreviews
}

/** `folder` is what the portal was built into. */
export async function buildSendPage(
  folder: string,
  { bodies, settings, source, sessions, links }: PageParts,
): Promise<SendPage> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(() => NOT_BUILT)
  const { demo, map } = settings
  const filled = filledTemplates(template)
  // The origin of the map's outlines, where they lie on another server.
  const asks = map.url.startsWith('/') ? [] : [new URL(map.url).origin]
  return async (request, reply, found) => {
    const nonce = newNonce()
    const { site } = source.model
    const theme = themeIn(request.headers.cookie, `${site.storagePrefix}-theme`)
    const query = request.url.split('?')[1] ?? ''
    const link = previewLinkIn(query)
    const preview = link === undefined ? undefined : await links.describe(link)
    const block = { ...toSiteBlock(source.model, settings), ...(preview ? { preview } : {}) }
    const manifest = (preview?.isOver ? undefined : previewManifest(query)) ?? bodies.manifest.url
    if (preview) reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
    const page = filled(site)
    const isOwn = await adoptEarlierSession(sessions, request, reply, site, settings)
    if (found.shown && !isOwn && !preview) {
      const tag = tagOf([page, manifest, JSON.stringify(block), JSON.stringify(found), theme])
      // The page is revalidated at each request, so that offline items disappear at once; unchanged pages are not
      // sent again.
      reply.header('etag', tag).header('cache-control', 'no-cache')
      if (etagsOf(request.headers['if-none-match']).includes(tag)) {
        // The page that is kept came with a nonce of its own.
        reply.removeHeader('content-security-policy')
        return reply.code(304).send()
      }
    } else reply.header('cache-control', 'no-store')
    reply
      .header('content-security-policy', toPolicy(nonce, asks))
      .header('content-type', 'text/html; charset=utf-8')
    return sendCompressed(
      request,
      reply,
      toIndexPage(page, { manifest, nonce, theme, demo, site, block, ...found }),
    )
  }
}

const etagsOf = (header: string | undefined): string[] => (header ?? '').split(',').map((mark) => mark.trim())

function tagOf(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return `W/"${hash.digest('hex').slice(0, 24)}"`
}

/** Filled once for each configuration, and not for each visitor. */
const filledTemplates = (template: string) => perModel((site: Site) => fillTemplate(template, site))
