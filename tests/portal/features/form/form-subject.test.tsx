// Tests the subject of a form: name, facts and link of the item that the form is about.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FormSubject } from '#portal/features/form/form-head.tsx'
import type { FormSubjectModel } from '#shared/model/pages/form.ts'
import { type FakeServer, refusal, startFakeServer, success } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'
import { column, field, link, source } from '../../support/samples.ts'

const INFO = '/newapi/sample/info/7'
const subject: FormSubjectModel = {
  title: '装备',
  source: source('/newapi/sample/info/{id}', { id: '{query.resourceId}' }),
  open: link('/pump', { id: '{query.resourceId}' }),
  heading: 'name',
  facts: [column('text', field('maker', '所属企业', 'text'))],
}
const scope = { query: { resourceId: '7' }, params: {} }

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => server.reset())

test('the subject of a form shows name and facts of the item and links to its page', async () => {
  server.on(INFO, success({ id: '7', name: '甲泵', maker: '某厂' }))
  openAt('/buy?resourceId=7', <FormSubject subject={subject} scope={scope} />)
  const name = await screen.findByRole('link', { name: '甲泵' })
  expect(name.getAttribute('href')).toBe('#/pump?id=7')
  expect(screen.getByRole('complementary', { name: '所针对的装备' }).textContent).toContain('某厂')
  expect(server.to(INFO)).toHaveLength(1)
})

test('the subject of a form shows that the address is incomplete when it contains no item id', () => {
  openAt('/buy', <FormSubject subject={subject} scope={{ query: {}, params: {} }} />)
  screen.getByText('链接不完整，请从原来的页面重新进入')
  expect(server.calls).toHaveLength(0)
})

test('the subject of a form shows the error of a failed read and retries it on request', async () => {
  server.on(INFO, refusal(404, '内容不存在或已下线'))
  openAt('/buy?resourceId=7', <FormSubject subject={subject} scope={scope} />)
  await screen.findByText('内容不存在或已下线')
  server.on(INFO, success({ id: '7', name: '甲泵' }))
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('link', { name: '甲泵' })
})
