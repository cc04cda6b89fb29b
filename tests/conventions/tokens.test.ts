// Tests the contrast of color tokens: 4.5 to 1 in light and dark, 7 to 1 in high contrast.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrastOf } from '#shared/appearance/legible-color.ts'
import { ROOT } from '../support/source-files.ts'

type Tokens = Readonly<Record<string, string>>

function tokensOf(css: string): Tokens {
  return Object.fromEntries(
    [...css.matchAll(/--eq-([a-z0-9-]+): (#[0-9a-f]+|var\(--eq-[a-z0-9-]+\));/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}

const read = (path: string) => readFileSync(join(ROOT, 'src/portal/styles', path), 'utf8')
const light = tokensOf(read('tokens.css'))
const dark = { ...light, ...tokensOf(read('dark/tokens.css')) }
const [bright = '', night = ''] = read('contrast/tokens.css').split('@media (prefers-color-scheme: dark)')
const high = { ...light, ...tokensOf(bright) }

const LOOKS: readonly (readonly [look: string, tokens: Tokens, least: number])[] = [
  ['light', light, 4.5],
  ['dark', dark, 4.5],
  ['high contrast', high, 7],
  ['high contrast in the dark', { ...dark, ...tokensOf(bright), ...tokensOf(night) }, 7],
]

/** What stands on what: text, and each of its grounds. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  ink: ['surface', 'bg', 'surface-soft', 'surface-hover', 'primary-soft'],
  text: ['surface', 'bg', 'surface-soft', 'surface-hover', 'strip', 'primary-soft'],
  muted: ['surface', 'bg', 'surface-soft', 'surface-hover', 'strip'],
  'muted-soft': ['surface'],
  primary: ['surface', 'bg', 'surface-hover', 'primary-soft', 'strip'],
  'primary-dark': ['primary-soft'],
  alert: ['surface', 'error-soft'],
  price: ['surface', 'surface-hover'],
  grey: ['grey-soft'],
  green: ['green-soft'],
  orange: ['orange-soft'],
  red: ['red-soft'],
  cyan: ['cyan-soft'],
  purple: ['purple-soft'],
  gold: ['gold-soft'],
  problem: ['problem-soft'],
  warning: ['warning-soft'],
  demo: ['demo-soft'],
  'on-dark': ['fill', 'fill-dark', 'alert-fill', 'accent-fill', 'accent-button', 'badge-other', 'footer'],
  'footer-text': ['footer'],
}

function colorOf(tokens: Tokens, name: string): string {
  const value = tokens[name]
  if (value === undefined) throw new Error(`no token ${name}`)
  const other = /^var\(--eq-(.+)\)$/.exec(value)?.[1]
  return other === undefined ? value : colorOf(tokens, other)
}

describe.each(LOOKS)('color tokens of the scheme %s', (_, tokens, least) => {
  test.each(Object.entries(PAIRS))(
    'reach the required contrast of %s on all of its backgrounds',
    (ink, grounds) => {
      const found = grounds.flatMap((ground) => {
        const contrast = contrastOf(colorOf(tokens, ink), colorOf(tokens, ground))
        return contrast < least ? [`${ink} on ${ground}: ${contrast.toFixed(2)}`] : []
      })
      expect(found).toEqual([])
    },
  )
})

test('no color scheme defines a token that the light scheme lacks', () => {
  expect([
    ...Object.keys(tokensOf(read('dark/tokens.css'))),
    ...Object.keys(tokensOf(bright + night)),
  ]).toSatisfy((names: string[]) => names.every((name) => name in light))
})
