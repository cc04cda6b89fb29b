// Tests the descriptions of the pictures in a gallery.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Gallery } from '#portal/features/detail/detail-front.tsx'

const [FIRST, SECOND] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '1f8fad5b-d9cb-469f-a165-70867728950e']
const WORDS: Readonly<Record<string, string>> = { [FIRST]: '抢险车侧面' }

vi.mock('#portal/core/api/file-client.ts', async (original) => ({
  ...(await original<object>()),
  loadFileInfo: (id: string) =>
    Promise.resolve({
      id,
      name: '照片.jpg',
      size: 1,
      type: 'image/jpeg',
      alt: WORDS[id] ?? '',
      focus: { x: 50, y: 50 },
    }),
}))

test('a gallery shows a description only with its own picture, and a default text with others', async () => {
  const item = { id: 'a', images: [FIRST, SECOND], kind: 'E001' }
  render(
    <Gallery item={item} picture={{ field: 'images', family: 'equipment', by: 'kind' }} title="排水车" />,
  )
  const large = () => screen.getByRole('button', { name: /查看大图/ }).querySelector('img')?.alt
  await vi.waitFor(() => expect(large()).toBe('抢险车侧面'))
  expect(screen.getByText('抢险车侧面')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '排水车的示意图' }))
  expect(large()).toBe('排水车的示意图')
  await userEvent.click(screen.getByRole('button', { name: '排水车的图片 2' }))
  expect(large()).toBe('排水车的图片 2')
  await new Promise((resolve) => setTimeout(resolve))
  expect(large()).toBe('排水车的图片 2')
  expect(screen.queryByText('抢险车侧面')).toBeNull()
})
