// Tests the light, dark and high-contrast schemes in the page that the server sends.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrastOf } from '#shared/appearance/legible-color.ts'
import { COLOR_TOKENS, DARK_TOKENS } from '#shared/generated/color-tokens.ts'
import { withInlineSchemes } from '../../scripts/lib/inline-schemes.ts'
import { ROOT } from '../support/source-files.ts'
import { smallModel } from './support/small-configuration.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let folder: string
let app: TestApp
let name: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-theme-'))
  // As the build leaves it.
  const source = join(ROOT, 'src/portal/index.html')
  writeFileSync(join(folder, 'index.html'), withInlineSchemes(readFileSync(source, 'utf8'), source))
  const model = await smallModel()
  name = `${model.site.storagePrefix}-theme`
  const site = { ...model.site, colors: { primary: '#7A1F3D', alert: '#C8161D' } }
  app = await createTestApp({ model: { ...model, site }, portalFolder: folder })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function pageWith(cookie: string | undefined): Promise<string> {
  const answer = await app.app.inject({ url: '/', headers: cookie === undefined ? {} : { cookie } })
  return answer.body
}

/** Media of what the page says of a scheme: a sheet of the program, and the portal's own colours. */
function mediaIn(page: string, scheme: string): string[] {
  const found = page.match(new RegExp(`<(link|style)\\b[^>]*data-scheme="${scheme}"[^>]*>`, 'g')) ?? []
  return found.map((tag) => /media="([^"]*)"/.exec(tag)?.[1] ?? '')
}

const DARK = 'screen and (prefers-color-scheme: dark)'
const HIGH = 'screen and (prefers-contrast: more)'

describe('color scheme of the page', () => {
  test.each([
    ['nothing chosen: as the system is', undefined, DARK, HIGH],
    ['as the system is', 'system', DARK, HIGH],
    ['light', 'light', 'not all', 'not all'],
    ['dark', 'dark', 'screen', 'not all'],
    ['high contrast, light or dark as the system is', 'contrast', DARK, 'screen'],
    ['no such look', '"><script>', DARK, HIGH],
  ])('matches the cookie choice: %s', async (_, chosen, dark, contrast) => {
    const page = await pageWith(chosen === undefined ? undefined : `a=b; ${name}=${chosen}; c=d`)
    expect(mediaIn(page, 'dark')).toEqual([dark, dark])
    expect(mediaIn(page, 'contrast')).toEqual([contrast, contrast])
    expect(page).not.toContain('"><script>')
  })

  test('ignores the cookie of another portal on the same host', async () => {
    expect(mediaIn(await pageWith(`other-${name}=dark`), 'dark')).toEqual([DARK, DARK])
  })
})

test('portal colors reach a contrast of 4.5 in the dark scheme and of 7 in high contrast', async () => {
  const page = await pageWith(undefined)
  const of = (scheme: string) =>
    new RegExp(`<style[^>]*data-scheme="${scheme}"[^>]*>([^<]*)<`).exec(page)?.[1] ?? ''
  const colorIn = (text: string, token: string) =>
    new RegExp(`--eq-${token}:(#[0-9A-Fa-f]{6})`).exec(text)?.[1] ?? ''
  const dark = of('dark')
  expect(contrastOf(colorIn(dark, 'primary'), DARK_TOKENS.surface)).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf(colorIn(dark, 'primary'), colorIn(dark, 'primary-soft'))).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf(colorIn(dark, 'alert'), DARK_TOKENS.surface)).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf(colorIn(dark, 'fill'), COLOR_TOKENS['on-dark'])).toBeGreaterThanOrEqual(4.5)
  expect(dark).not.toContain('--eq-success')
  const [light = '', darkest = ''] = of('contrast').split('@media')
  expect(contrastOf(colorIn(light, 'primary'), COLOR_TOKENS.surface)).toBeGreaterThanOrEqual(7)
  expect(contrastOf(colorIn(light, 'fill'), COLOR_TOKENS['on-dark'])).toBeGreaterThanOrEqual(7)
  expect(contrastOf(colorIn(darkest, 'primary'), DARK_TOKENS.bg)).toBeGreaterThanOrEqual(7)
})
