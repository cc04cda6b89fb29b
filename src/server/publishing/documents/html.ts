// Builds HTML from templates; inserted text is escaped, inserted `Html` is not.
import { encodeText as toHtml } from '#server/platform/xml/references.ts'

export { toHtml }

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | readonly (Html | null)[] | null | undefined

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + write(parts[index - 1]) + string))
}

function write(part: Part): string {
  if (part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(write).join('')
  return toHtml(String(part))
}

/** `<` is written as an escape, so that no text can end the data block. */
export function toDataBlock(attributes: string, json: string): string {
  return `<script ${attributes}>${json.replaceAll('<', '\\u003c')}</script>`
}
