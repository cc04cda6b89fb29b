// Tests focusControl: the focus moves to a control that may still be loading.
import { beforeEach, expect, test, vi } from 'vitest'
import { focusControl } from '#portal/features/form/engine/field-layout.ts'

const LABEL = '<label id="demand-intro-label">简介</label>'
const TOOL = '<button type="button">加粗</button>'
const TEXT = '<div id="demand-intro"><div contenteditable="true" tabindex="0">正文</div></div>'

function draw(...parts: readonly string[]): void {
  document.body.innerHTML = `<div class="eq-field">${parts.join('')}</div><input aria-label="其他" />`
  for (const element of document.querySelectorAll('*')) element.scrollIntoView = () => undefined
}
const frame = () => document.querySelector('.eq-field') as HTMLElement
const isInText = () => document.activeElement?.closest('#demand-intro') !== null

beforeEach(() => {
  document.body.innerHTML = ''
})

test('focusControl focuses the text of an editor as soon as it has loaded, not its tools', async () => {
  draw(LABEL, TOOL)
  focusControl('demand', 'intro')
  frame().insertAdjacentHTML('beforeend', TEXT)
  await vi.waitFor(() => expect(isInText()).toBe(true))
})

test('focusControl focuses the text of a loaded editor at once', () => {
  draw(LABEL, TOOL, TEXT)
  focusControl('demand', 'intro')
  expect(isInText()).toBe(true)
})

test('focusControl leaves the focus on a control that the user enters while the editor loads', async () => {
  draw(LABEL, TOOL)
  focusControl('demand', 'intro')
  const other = document.querySelector('input') as HTMLInputElement
  other.focus()
  frame().insertAdjacentHTML('beforeend', TEXT)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(other)
})
