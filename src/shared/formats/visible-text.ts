// Removes invisible characters, which change how a text is displayed, sorted or found.

/**
 * Control characters except tab and line breaks, marks that change the direction of text, and characters without
 * width. The two joiners stay: emoji and some scripts need them. A submitted NUL is refused.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** Paragraphs keep their tabs and line breaks. */
export function toVisibleText(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\r\n?|[\u2028\u2029]/g, '\n')
}

/** One line: what would break it is a blank. */
export function toVisibleLine(text: string): string {
  return toVisibleText(text).replace(/[\t\n]+/g, ' ')
}

const REFERENCES = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi
const NAMED = /&(?:lrm|rlm|ZeroWidthSpace|NoBreak|ApplyFunction|af|InvisibleTimes|it|InvisibleComma|ic);/g

/** The same where such a character may be written as a reference. */
export function toVisibleMarkup(html: string): string {
  return toVisibleText(html)
    .replace(NAMED, '')
    .replace(REFERENCES, (reference, hexadecimal: string | undefined, decimal: string | undefined) => {
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code > 0 && code <= 0x10ffff && toVisibleText(String.fromCodePoint(code)) === '' ? '' : reference
    })
}
