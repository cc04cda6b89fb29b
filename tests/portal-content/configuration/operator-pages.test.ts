// Tests that operators may submit every form of the operator console.
import { expect, test } from 'vitest'
import { isInAudience } from '#shared/access/roles.ts'
import { model } from '../../support/portal-model.ts'
import { askerAs } from '../../support/roles.ts'

test('every form of the operator console is submitted to an operation that operators may call', () => {
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
