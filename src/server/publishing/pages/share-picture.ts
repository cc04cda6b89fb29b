// Draws and serves the preview picture of a shared item: its picture, its title, the portal.

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTurn, openImage } from '#server/files/formats/image-library.ts'
import { isUnchanged } from '#server/platform/http/etag.ts'
import { encodeText } from '#server/platform/xml/references.ts'
import { describeItem } from '#server/publishing/documents/describe-item.ts'
import { readItem } from '#server/publishing/documents/read-shared.ts'
import { Failure } from '#shared/calls/errors.ts'
import { toSigns } from '#shared/formats/text-length.ts'
import type { SiteColor } from '#shared/model/site.ts'
import type { SharedAddresses } from './share-routes.ts'
import { sharedPages } from './shared-pages.ts'

/** As messengers and social networks show it. */
const SHARE_WIDTH = 1200
const SHARE_HEIGHT = 630

interface SharedPicture {
  readonly title: string
  /** The title of the item's kind. */
  readonly kind: string
  readonly portal: string
  readonly colors: Readonly<Partial<Record<SiteColor, string>>>
  /** SVG, or a file that was uploaded. */
  readonly image?: Buffer | undefined
  readonly mark?: Buffer | undefined
}

const PICTURE_WIDTH = 480
const EDGE = 64
const MARK = 56
const TITLE_SIZE = 56
const TITLE_LINES = 5
/** Around what is drawn on its own ground; a photograph goes to the edge. */
const MARGIN = 24
const FONTS = 'PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, sans-serif'
/** The colour where the portal declares none. */
const PLAIN = 'black'

/** Latin words, blanks, and every other sign for itself. */
function toWords(title: string): string[] {
  const words: string[] = []
  for (const sign of toSigns(title)) {
    const last = words.at(-1)
    const isSameRun = last !== undefined && RUNS.some((run) => run.test(last) && run.test(sign))
    if (isSameRun) words[words.length - 1] = last + sign
    else words.push(sign)
  }
  return words
}

const RUNS = [/^[\w.\-/+][\w.\-/+\p{M}]*$/u, /^\s+$/]

/** Words are kept whole as far as a line holds them; letters of Latin are about half as wide. */
export function wrapTitle(title: string, room: number, size: number, most: number): string[] {
  const widthOf = (text: string) =>
    [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 0x2000 ? 0.56 : 1), 0) * size
  const lines: string[] = []
  let line = ''
  for (const word of toWords(title)) {
    if (widthOf(line + word) <= room || line === '') {
      line += word
      continue
    }
    lines.push(line.trim())
    line = word.trimStart()
  }
  if (line.trim() !== '') lines.push(line.trim())
  if (lines.length <= most) return lines
  const last = toSigns(lines[most - 1] ?? '')
  while (widthOf(`${last.join('')}…`) > room) last.pop()
  return [...lines.slice(0, most - 1), `${last.join('')}…`]
}

let writing: Promise<boolean> | undefined

/** A machine without a Chinese font draws boxes for every character: then the picture speaks for itself. */
export function canWrite(): Promise<boolean> {
  writing ??= (async () => {
    const drawn = (letter: string) =>
      toPng(`<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><text y="40" font-size="40"
        font-family="${FONTS}">${letter}</text></svg>`)
    const [known, other, missing] = await Promise.all(['应', '急', '\uF8FE'].map(drawn))
    return (
      Boolean(known && other && missing) &&
      !known?.equals(other as Buffer) &&
      !known?.equals(missing as Buffer)
    )
  })().catch(() => false)
  return writing
}

const toPng = async (svg: string): Promise<Buffer> => (await openImage(Buffer.from(svg))).png().toBuffer()

/** PNG. */
export async function drawShared(shared: SharedPicture): Promise<Buffer> {
  const hasWords = await canWrite()
  const frame = { width: hasWords ? PICTURE_WIDTH : SHARE_WIDTH, height: SHARE_HEIGHT }
  return inTurn(async () => {
    const background = await openImage(Buffer.from(backgroundSvg(shared, hasWords)))
    const picture = shared.image && (await fitted(shared.image, frame))
    const mark = shared.mark && hasWords && (await fitted(shared.mark, { width: MARK, height: MARK }))
    const layers = [
      ...(picture ? [{ input: picture, left: SHARE_WIDTH - frame.width, top: 0 }] : []),
      ...(mark ? [{ input: mark, left: EDGE, top: SHARE_HEIGHT - EDGE - MARK }] : []),
    ]
    return background.composite(layers).png({ palette: true, effort: 4 }).toBuffer()
  })
}

interface Size {
  readonly width: number
  readonly height: number
}

const isDrawn = (image: Buffer): boolean => image.subarray(0, 200).toString().trimStart().startsWith('<')

/** Undefined where the library cannot read it. */
async function fitted(image: Buffer, { width, height }: Size): Promise<Buffer | undefined> {
  const margin = isDrawn(image) && width > MARK ? MARGIN : 0
  const inner = { width: width - 2 * margin, height: height - 2 * margin }
  try {
    const opened = await openImage(image)
    return await opened
      .resize({ ...inner, fit: isDrawn(image) ? 'contain' : 'cover', background: 'transparent' })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'transparent' })
      .png()
      .toBuffer()
  } catch {
    return undefined
  }
}

function backgroundSvg(
  { title, kind, portal, colors, mark, image }: SharedPicture,
  hasWords: boolean,
): string {
  const imageWidth = image ? PICTURE_WIDTH : 0
  const room = SHARE_WIDTH - imageWidth - 2 * EDGE
  const lines = hasWords ? wrapTitle(title, room, TITLE_SIZE, TITLE_LINES) : []
  const text = (x: number, y: number, size: number, weight: number, words: string) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}">${encodeText(words)}</text>`
  const base = SHARE_HEIGHT - EDGE - MARK / 2 + 11
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" xml:lang="zh-CN">
<rect width="100%" height="100%" fill="${encodeText(colors.primaryDark ?? colors.primary ?? PLAIN)}"/>
<rect x="${SHARE_WIDTH - imageWidth}" width="${imageWidth}" height="100%" fill="${encodeText(colors.primarySoft ?? 'white')}"/>
<g fill="white" font-family="${FONTS}">${
    hasWords
      ? [
          text(EDGE, EDGE + 28, 30, 400, kind),
          ...lines.map((line, index) =>
            text(EDGE, EDGE + 118 + index * TITLE_SIZE * 1.3, TITLE_SIZE, 700, line),
          ),
          text(EDGE + (mark ? MARK + 18 : 0), base, 32, 400, portal),
        ].join('')
      : ''
  }</g></svg>`
}

/** Each about 60 KB. */
const KEPT = 100
/**
 * The queue limit; further requests are asked to repeat, since each picture takes a tenth of a second of the machine.
 */
const MAX_WAITING = 12
const CACHING = 'public, max-age=3600, stale-while-revalidate=86400'

export function addSharePictureRoute(app: FastifyInstance, addresses: SharedAddresses): void {
  const kept = new Map<string, Buffer>()
  let waiting = 0

  const draw = async (key: string, shared: SharedPicture): Promise<Buffer> => {
    if (waiting >= MAX_WAITING) throw new Failure('UNAVAILABLE')
    waiting += 1
    try {
      const drawn = await drawShared(shared)
      kept.set(key, drawn)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      return drawn
    } finally {
      waiting -= 1
    }
  }

  app.get<{ Params: { type: string; id: string } }>(
    '/share/:type/:id/picture.png',
    async (request, reply) => {
      const shared = await gather(app, addresses, request, request.params)
      if (!shared) throw new Failure('NOT_FOUND')
      const key = keyOf(shared)
      reply.header('cache-control', CACHING)
      if (isUnchanged(request, reply, `"${key}"`)) return reply.send()
      const picture = kept.get(key) ?? (await draw(key, shared))
      return reply.header('content-type', 'image/png').send(picture)
    },
  )
}

/** Returns the key of a picture, which changes with everything that changes the picture. */
function keyOf({ title, kind, portal, colors, image, mark }: SharedPicture): string {
  const hash = createHash('sha256').update(JSON.stringify([title, kind, portal, colors]))
  for (const bytes of [image, mark]) hash.update('\0').update(bytes ?? '')
  return hash.digest('hex').slice(0, 32)
}

/** Undefined where a visitor may not read the item. */
async function gather(
  app: FastifyInstance,
  addresses: SharedAddresses,
  request: FastifyRequest,
  { type, id }: { readonly type: string; readonly id: string },
): Promise<SharedPicture | undefined> {
  const { model } = addresses
  const pages = sharedPages(model).get(type)
  const item = pages && (await readItem(app, request, pages, id))
  if (!item) return undefined
  const { title, image } = describeItem({ model, type: pages.type, origin: '' }, pages.share, item)
  const { name: portal, colors, icon } = model.site
  const fetched = (address: string | undefined) =>
    address?.startsWith('/') ? fetchOwn(app, request, address) : undefined
  return {
    title,
    kind: pages.type.title,
    portal,
    colors,
    image: await fetched(image),
    mark: await fetched(icon && `/config/${icon.file}?v=${icon.version}`),
  }
}

/** As every visitor gets it. */
async function fetchOwn(
  app: FastifyInstance,
  request: FastifyRequest,
  url: string,
): Promise<Buffer | undefined> {
  const { statusCode, headers, rawPayload } = await app.inject({
    method: 'GET',
    url,
    remoteAddress: request.ip,
    headers: { host: request.headers.host ?? 'localhost' },
  })
  const isImage = String(headers['content-type']).startsWith('image/')
  return statusCode === 200 && isImage ? rawPayload : undefined
}
