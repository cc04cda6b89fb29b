// Tests that no text in the sources contains a forbidden word.
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { FORBIDDEN_WORDS, type ForbiddenWord } from '#config/lint/texts/forbidden-words.ts'
import { toWordFinder } from '#config/lint/texts/words.ts'
import { readFiles } from '../support/source-files.ts'

const [site] = readFiles('pages-config/site.json', /\.json$/)
const { words = [] } = JSON.parse(site?.text ?? '{}') as { readonly words?: readonly ForbiddenWord[] }
const find = toWordFinder([...FORBIDDEN_WORDS, ...words])

/** Stands for what is filled in. */
const FILLED = '\uFFFC'

/** What is written between quotes, and between tags. */
function textsOf(path: string, text: string): string[] {
  const texts: string[] = []
  collect(parseSync(path, text).program, texts)
  return texts
}

function collect(node: unknown, texts: string[]): void {
  if (typeof node !== 'object' || node === null) return
  const { type, value, quasis } = node as {
    readonly type?: string
    readonly value?: unknown
    readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[]
  }
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value.trim())
  if (type === 'TemplateLiteral' && quasis)
    texts.push(quasis.map((part) => part.value.cooked ?? '').join(FILLED))
  for (const inner of Object.values(node)) collect(inner, texts)
}

const SOURCES = readFiles('src', /\.tsx?$/).filter(
  ({ path }) => !path.includes('/generated/') && path !== 'src/config/lint/texts/forbidden-words.ts',
)
const FOUND = SOURCES.flatMap(({ path, text }) => textsOf(path, text).map((said) => ({ path, said })))

test('textsOf reads strings, JSX and template literals, and find detects forbidden words in them', () => {
  const said = FOUND.map((one) => one.said)
  expect(said.filter((one) => /\p{Script=Han}/u.test(one)).length).toBeGreaterThan(2000)
  expect(textsOf('a.tsx', 'const a = <p title="登陆">其它{`帐号已失败`}</p>').flatMap(find)).toHaveLength(4)
})

test('no text in src contains a forbidden word', () => {
  const findings = FOUND.flatMap(({ path, said }) => find(said).map(({ message }) => `${path}: ${message}`))
  expect(findings).toEqual([])
})
