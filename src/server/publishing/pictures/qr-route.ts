// Serves QR codes of portal addresses, for print and for scanning from a screen.
import type { FastifyInstance } from 'fastify'
import qrcode from 'qrcode-generator'
import { digestOf } from '#server/platform/http/etag.ts'
import { originOf } from '#server/platform/http/require-host.ts'
import type { Settings } from '#server/platform/settings.ts'
import { MAX_QR_TARGET_LENGTH, QR_ADDRESS } from '#shared/addresses/qr-address.ts'
import { Failure } from '#shared/calls/errors.ts'
import { sendPicture } from './send-picture.ts'

/** Quiet zone that readers of codes ask for, in modules. */
const MARGIN = 4
/** The same address has the same code for ever. */
const LONG = 'public, max-age=31536000, immutable'

/** The server builds the target address, so that no code leads to another site. */
export function addQrRoute(app: FastifyInstance, settings: Settings): void {
  app.get<{ Querystring: Record<string, unknown> }>(QR_ADDRESS, async (request, reply) => {
    const { to, ...others } = request.query
    const target =
      typeof to === 'string' && to.length <= MAX_QR_TARGET_LENGTH && Object.keys(others).length === 0
        ? addressWithin(originOf(request, settings), to)
        : null
    if (target === null) throw new Failure('NO_SUCH_ADDRESS')
    const text = drawQr(target)
    return sendPicture(request, reply, { text, digest: digestOf(text) }, LONG)
  })
}

function addressWithin(origin: string, to: string): string | null {
  if (!to.startsWith('/') || !URL.canParse(to, origin)) return null
  const url = new URL(to, origin)
  return url.origin === new URL(origin).origin ? url.href : null
}

/** One path of all dark modules, as a bar for each run of them. */
function drawQr(text: string): string {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = count + MARGIN * 2
  let path = ''
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1) {
      const start = column
      while (column < count && code.isDark(row, column)) column += 1
      if (column > start) path += `M${start + MARGIN} ${row + MARGIN}h${column - start}v1h${start - column}z`
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
}
