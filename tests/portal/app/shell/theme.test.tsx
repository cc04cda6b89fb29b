// Tests the choice of a theme: stored in a cookie, applied to every style sheet of tokens.
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TopStrip } from '#portal/app/shell/top-strip.tsx'
import { setPreferences } from '#portal/core/state/preferences.ts'

const sheets: HTMLElement[] = []

function addSheet(tag: 'link' | 'style', scheme: string): HTMLLinkElement | HTMLStyleElement {
  const sheet = document.createElement(tag)
  sheet.dataset.scheme = scheme
  document.head.append(sheet)
  sheets.push(sheet)
  return sheet
}

beforeEach(() => setPreferences({ theme: 'system' }))
afterEach(() => {
  for (const sheet of sheets.splice(0)) sheet.remove()
})

const draw = () =>
  render(
    <MemoryRouter>
      <TopStrip />
    </MemoryRouter>,
  )

test.each([
  ['浅色', 'light', 'not all', 'not all'],
  ['深色', 'dark', 'screen', 'not all'],
  ['高对比', 'contrast', 'screen and (prefers-color-scheme: dark)', 'screen'],
])(
  'the theme %s is stored in the cookie and applied to the style sheets at once',
  (label, theme, dark, contrast) => {
    const found = [addSheet('style', 'dark'), addSheet('style', 'contrast')]
    draw()
    const choice = screen.getByRole('combobox', { name: '外观' })
    expect(screen.getByRole<HTMLOptionElement>('option', { name: '跟随系统' }).selected).toBe(true)
    fireEvent.change(choice, { target: { value: theme } })
    expect(screen.getByRole<HTMLOptionElement>('option', { name: label }).selected).toBe(true)
    expect(found.map(({ media }) => media)).toEqual([dark, contrast])
    expect(document.cookie).toContain(`-theme=${theme}`)
  },
)
