// Checks that whoever published something finds on its page what he may do with it, and the change that waits beside it.
import { describe, expect, test } from 'vitest'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { model } from '../support/portal-model.ts'

/** Types that people publish themselves, and correct on a page of their own. */
const published = model.contentTypes.flatMap((type) => {
  const edit = model.pages.find(
    (page) =>
      page.kind === 'form' &&
      page.form.id === type.name &&
      page.update !== undefined &&
      !page.id.startsWith('operator/'),
  )
  const detail = model.pages.find(
    (page): page is DetailPage =>
      page.kind === 'detail' &&
      page.source.operation === `${type.name}.info` &&
      !page.id.startsWith('operator/'),
  )
  return edit && detail ? [{ name: type.name, type, edit, detail }] : []
})

describe.each(published)('$name', ({ type, edit, detail }) => {
  test('can be corrected', () => {
    expect(detail.actions.some((action) => action.do === 'open' && action.link?.page === edit.id)).toBe(true)
  })
  test('takes every step that its owner may take', () => {
    const own = type.lifecycle.transitions
      .filter(({ by }) => by.includes('owner'))
      .map(({ action }) => action)
    const offered = detail.actions.flatMap((action) =>
      action.do === 'transition' ? [action.transition] : [],
    )
    expect(offered).toEqual(expect.arrayContaining(own.filter((action) => type.operations[action])))
  })
  test('shows what waits beside it', () => {
    const waits = Object.values(type.lifecycle.states).some(({ edited }) => edited !== undefined)
    expect(detail.sections.some(({ widget }) => widget === 'change')).toBe(waits)
  })
})
