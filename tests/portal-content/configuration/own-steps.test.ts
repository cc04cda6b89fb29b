// Tests that detail pages offer owners the edit page, their transitions and the pending change.
import { describe, expect, test } from 'vitest'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { model } from '../../support/portal-model.ts'

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

describe.each(published)('detail page of $name', ({ type, edit, detail }) => {
  test('offers an action that opens the edit page', () => {
    expect(detail.actions.some((action) => action.do === 'open' && action.link?.page === edit.id)).toBe(true)
  })
  test('offers every transition that the owner may execute', () => {
    const own = type.lifecycle.transitions
      .filter(({ by }) => by.includes('owner'))
      .map(({ action }) => action)
    const offered = detail.actions.flatMap((action) =>
      action.do === 'transition' ? [action.transition] : [],
    )
    expect(offered).toEqual(expect.arrayContaining(own.filter((action) => type.operations[action])))
  })
  test('shows a pending change exactly if the lifecycle has pending changes', () => {
    const waits = Object.values(type.lifecycle.states).some(({ edited }) => edited !== undefined)
    expect(detail.sections.some(({ widget, content }) => widget === 'change' && content)).toBe(waits)
  })
})
