// Tests where the keyboard focus goes when the element that has it is taken away.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocus } from '#portal/app/route-effects.tsx'

let stop: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <h1>救援任务</h1>
      <article>
        <h2>排水任务</h2>
        <div><button id="accept">接受派发</button><button id="print">打印</button></div>
        <dialog id="ask"><h2>接受派发</h2><button id="yes">确定</button></dialog>
      </article>
      <section><h2>消息</h2><ul><li id="row"><h3>通知</h3><button id="delete">删除</button></li></ul></section>
      <div id="bar" tabindex="-1"><button id="bulk">批量通过</button></div>
      <p><a id="chip" href="#x">取消筛选</a></p>
    </main>`
  stop = keepFocus()
})
afterEach(() => stop())

const byId = (id: string) => document.getElementById(id) as HTMLElement
const mutated = () => new Promise((resolve) => setTimeout(resolve))
const focused = () => document.activeElement?.textContent

test.each([
  ['a button of an article', 'accept', 'accept', '排水任务'],
  ['a button whose row goes with it', 'delete', 'row', '消息'],
  ['a button of a row that stays', 'delete', 'delete', '通知'],
  ['a link of the page itself', 'chip', 'chip', '救援任务'],
] as const)(
  'the focus moves to the nearest remaining heading after the removal of %s',
  async (_, id, gone, heading) => {
    byId(id).focus()
    byId(gone).remove()
    await mutated()
    expect(focused()).toBe(heading)
  },
)

test('the focus moves to a focusable container when a button inside is removed', async () => {
  byId('bulk').focus()
  byId('bulk').remove()
  await mutated()
  expect(document.activeElement?.id).toBe('bar')
})

test('the focus moves to the heading of the article when a dialog and its opener are removed', async () => {
  byId('accept').focus()
  byId('yes').focus()
  byId('accept').remove()
  byId('ask').remove()
  await mutated()
  expect(focused()).toBe('排水任务')
})

test('the focus returns to the opener when a dialog is removed, also after a press inside the dialog', async () => {
  byId('print').focus()
  byId('yes').focus()
  byId('ask').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  byId('ask').tabIndex = -1
  byId('ask').focus()
  byId('ask').remove()
  await mutated()
  expect(document.activeElement?.id).toBe('print')
})

test('the focus returns to a button that was disabled for a while', async () => {
  const button = byId('print') as HTMLButtonElement
  button.focus()
  button.disabled = true
  button.blur()
  await mutated()
  button.disabled = false
  await mutated()
  expect(document.activeElement).toBe(button)
})

test('the focus stays where the user moved it, by a press or by the keyboard', async () => {
  byId('accept').focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  byId('accept').blur()
  byId('accept').remove()
  await mutated()
  expect(document.activeElement).toBe(document.body)
  byId('print').focus()
  byId('delete').focus()
  byId('print').remove()
  await mutated()
  expect(document.activeElement?.id).toBe('delete')
})
