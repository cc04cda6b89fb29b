// Provides small files of the kinds that are uploaded, whole as programs write them, and as long as a test wants.
import { crc32 } from 'node:zlib'

/** One grey pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** The same with a private chunk before its end: so many bytes in all. */
export function pngOf(size: number): Buffer {
  const [start, end] = [PNG.subarray(0, -12), PNG.subarray(-12)]
  const body = Buffer.concat([Buffer.from('paDd'), Buffer.alloc(size - PNG.length - 12)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([start, length, body, check, end])
}

const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
]

/** One empty page, with so many bytes of comment. */
function buildPdf(comment: number): Buffer {
  let text = `%PDF-1.4\n${comment > 0 ? `%${'x'.repeat(comment - 2)}\n` : ''}`
  const places = OBJECTS.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\n`
  return Buffer.from(`${text}${table}startxref\n${String(text.length).padStart(10, '0')}\n%%EOF\n`)
}

export const PDF = buildPdf(0)

export const pdfOf = (size: number): Buffer => buildPdf(size - PDF.length)
