// Opens a PDF with the library in its own worker, within the content security policy.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { fetchBlob } from '#portal/core/api/client.ts'
import { fileUrl } from '#portal/core/api/file-client.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** For files that bring no fonts of their own. */
const FONTS = { cMapUrl: '/pdf/cmaps/', cMapPacked: true, standardFontDataUrl: '/pdf/standard_fonts/' }

export type PdfDocument = PDFDocumentProxy

/** The policy allows no WebAssembly; the library has a way without. */
export async function openPdf(id: string): Promise<PdfDocument> {
  const data = new Uint8Array(await (await fetchBlob(fileUrl(id))).arrayBuffer())
  return getDocument({ data, useWasm: false, ...FONTS }).promise
}

/** Normalised, since fonts often name radicals where characters are meant. */
export async function pageText(document: PdfDocument, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent()
  const texts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
  return texts.join('').normalize('NFKC')
}
