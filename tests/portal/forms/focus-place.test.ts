// Checks where the focus goes from a mistake that is named above a form, while its control is still loading.
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

test('an editor whose tools are there before its text has it in the text once that is there', async () => {
  draw(LABEL, TOOL)
  focusControl('demand', 'intro')
  frame().insertAdjacentHTML('beforeend', TEXT)
  await vi.waitFor(() => expect(isInText()).toBe(true))
})

test('one that is there has it at once', () => {
  draw(LABEL, TOOL, TEXT)
  focusControl('demand', 'intro')
  expect(isInText()).toBe(true)
})

test('who has moved on meanwhile is left where he is', async () => {
  draw(LABEL, TOOL)
  focusControl('demand', 'intro')
  const other = document.querySelector('input') as HTMLInputElement
  other.focus()
  frame().insertAdjacentHTML('beforeend', TEXT)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(other)
})
