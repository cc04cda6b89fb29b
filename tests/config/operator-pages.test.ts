// Checks that of the pages that are made for operators each form is handed in by a call that is theirs.
import { expect, test } from 'vitest'
import { isInAudience } from '#shared/access/roles.ts'
import { model } from '../support/portal-model.ts'
import { askerAs } from '../support/roles.ts'

test('no page of the desk has a form that whoever moderates may not hand in', () => {
  const forms = model.pages.flatMap((page) =>
    page.kind === 'form' && /^operator\/\w+\/(new|edit)$/.test(page.id) ? [page] : [],
  )
  expect(forms.length).toBeGreaterThan(50)
  const refused = forms.filter(({ submit }) => {
    const { access = [] } = model.operations.find(({ id }) => id === submit.operation) ?? {}
    return !isInAudience(askerAs('operator', 'x'), access)
  })
  expect(refused.map(({ id }) => id)).toEqual([])
})
