// Tests the page that previews a form's answers: as everybody will read it, without what comes with publication.
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { storeFormPreview } from '#portal/core/pages/form-preview.ts'
import { DetailPageView } from '#portal/features/detail/detail-page.tsx'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { model } from '../../../support/portal-model.ts'
import { type FakeServer, startFakeServer } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'

const page = model.pages.find(({ id }) => id === 'demand/detail') as DetailPage
const MOBILE = '13800138000'

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => server.reset())

test('the preview of a form names the readers of restricted fields, hides the phone number, and offers no actions', async () => {
  storeFormPreview({ title: '排水抢险车的需求', contactName: '张三丰', contactMobile: MOBILE, status: null })
  openAt(`${page.path}?id=&preview=form`, <DetailPageView page={page} />)
  await screen.findByRole('heading', { name: '排水抢险车的需求' })
  expect(screen.getAllByText(/^仅.*可见$/).length).toBeGreaterThan(0)
  expect(screen.queryByText(MOBILE)).toBeNull()
  expect(screen.queryByRole('button', { name: /收藏|点赞|举报/ })).toBeNull()
  const robots = document.head.querySelector<HTMLMetaElement>('meta[name=robots]')
  expect(robots?.content).toBe('noindex')
})

test('a preview without stored answers says to open it from the form again', async () => {
  sessionStorage.clear()
  openAt(`${page.path}?id=&preview=form`, <DetailPageView page={page} />)
  await screen.findByText('没有可以预览的内容，请从表单重新打开预览')
})
