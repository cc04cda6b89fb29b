// Tests the reason why a draft cannot be submitted, above its form and on its page.
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DetailPageView } from '#portal/features/detail/detail-page.tsx'
import { FormNotice } from '#portal/features/form/form-head.tsx'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { model } from '../../../support/portal-model.ts'
import { type FakeServer, startFakeServer, success } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'

const WHY = '这份需求已停止征集，不再接收新的申报'
const WORDS = `目前不能提交：${WHY}。已填写的内容会保留，可以提交时再继续。`
const scope = { query: { id: '7' }, params: {} }
const pageOf = (id: string) => model.pages.find((page) => page.id === id)

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => server.reset())

test.each([
  ['is said where there is one', WHY, 1],
  ['is not said where there is none', null, 0],
  ['is not said where nobody asked', undefined, 0],
])('above a form, the reason why its draft cannot be submitted %s', (_, barred, times) => {
  const page = { notice: undefined } as unknown as FormPage // nothing else is read of it
  openAt('/edit?id=7', <FormNotice page={page} scope={scope} item={{ id: '7', status: 'draft', barred }} />)
  expect(screen.queryAllByText(WORDS)).toHaveLength(times)
})

test('the detail page of a draft shows the reason why the draft cannot be submitted', async () => {
  const page = pageOf('declaration/radio-item') as DetailPage
  const item = { id: '7', title: '申报', status: 'draft', actions: [], barred: WHY }
  server.on(page.source.path.replace('{id}', '7'), success(item))
  openAt(`${page.path}?id=7`, <DetailPageView page={page} />)
  await screen.findByText(WORDS)
})
