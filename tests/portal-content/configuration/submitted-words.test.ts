// Tests that a resubmission after a withdrawal gets the receipt of a submission, in each lifecycle.
import { expect, test } from 'vitest'
import { isSentBack } from '#shared/lifecycles/lifecycle.ts'
import { model } from '../../support/portal-model.ts'

const lifecycles = [
  ...new Map(model.contentTypes.map(({ lifecycle }) => [lifecycle.name, lifecycle])).values(),
]

/** States that an owner withdraws to and from which an edit hands in, unless items are sent back there too. */
const resubmitting = lifecycles.flatMap((lifecycle) => {
  const { transitions } = lifecycle
  const withdrawn = new Set(
    transitions.filter(({ kind, by }) => kind === 'withdraw' && by.includes('owner')).map(({ to }) => to),
  )
  const handedIn = transitions.filter(({ afterEdit }) => afterEdit).flatMap(({ from }) => from)
  return handedIn
    .filter((state) => withdrawn.has(state) && !isSentBack(lifecycle, state))
    .map((state) => ({ name: lifecycle.name, words: lifecycle.states[state]?.submitted }))
})

test('more than four lifecycles let owners resubmit after a withdrawal', () => {
  expect(resubmitting.map(({ name }) => name)).toContain('declaration')
  expect(resubmitting.length).toBeGreaterThan(4)
})

test.each(resubmitting)(
  'lifecycle $name: the receipt of a resubmission speaks of 提交, not of 补正',
  ({ words }) => {
    expect(words?.title).toMatch(/提交/)
    expect(`${words?.title}${words?.next}`).not.toContain('补正')
  },
)

test('an edit form gets the receipt text of the state in which the edit begins', () => {
  const forms = model.pages.filter((page) => page.kind === 'form' && page.form.id === 'unveilingResearch')
  const edit = forms.find((page) => page.kind === 'form' && page.update)
  expect(edit).toMatchObject({ receipt: { submitted: { draft: { title: '申报已提交' } } } })
})
