// Tests sections below a page: their code is loaded on demand, with an error and a retry.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Section } from '#shared/model/page-model.ts'
import { openAt } from '../../support/portal-host.tsx'
import { listPage } from '../../support/samples.ts'

const network = vi.hoisted(() => ({ isAway: true, asked: 0 }))
vi.mock('#portal/features/zone/section-grid.tsx', () => {
  network.asked += 1
  if (network.isAway) throw new Error('the code cannot be had')
  return { SectionGrid: () => <p>相关内容</p> }
})

const { LateSections } = await import('#portal/features/page/late-sections.tsx')
const page = listPage('/demands', '需求对接', '/newapi/sample/list')
const sections: readonly Section[] = [{ widget: 'text' }]
const draw = (shown: readonly Section[]) =>
  openAt('/demands', <LateSections sections={shown} scope={{} as never} page={page} />)

test('a page without sections does not load the code of sections', async () => {
  draw([])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(network.asked).toBe(0)
})

test('sections whose code fails to load show an error, and load again on request', async () => {
  draw(sections)
  expect(screen.queryByText('相关内容')).toBeNull()
  await screen.findByText('此部分加载失败，请检查网络后重试')
  network.isAway = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('相关内容')
})
