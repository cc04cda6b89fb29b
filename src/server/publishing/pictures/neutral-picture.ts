// Declares the picture of categories that have none, nor a parent with one: a crate.
import { createHash } from 'node:crypto'
import { COLOR_TOKENS } from '#shared/generated/color-tokens.ts'

const { drawing, 'drawing-fill': fill, 'drawing-line': line } = COLOR_TOKENS
const TEXT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160"><rect width="240" height="160" fill="${drawing}"/><g fill="${fill}" stroke="${line}" stroke-width="3" stroke-linejoin="round"><path d="M70 62 120 40l50 22-50 22z"/><path d="M70 62v44l50 22V84z"/><path d="M170 62v44l-50 22V84z"/></g></svg>`

export const NEUTRAL_PICTURE = {
  text: TEXT,
  digest: createHash('sha256').update(TEXT).digest('hex').slice(0, 32),
  version: '',
}
