// Tests lazily loaded parts of the console: placeholder, fallback after a failed load, retry.
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PartSlot, toPart } from '#portal/features/console/console-parts.tsx'

interface Given {
  readonly name: string
}
const Own = ({ name }: Given) => <p>own {name}</p>
const Loaded = ({ name }: Given) => <p>loaded {name}</p>

test('a console part that is already loaded renders at once, without its placeholder', async () => {
  const part = toPart<Given>({ load: async () => Loaded, waiting: 'waiting', instead: Own })
  await part.come()
  const { container } = render(<PartSlot part={part} given={{ name: 'table' }} />)
  expect(container.textContent).toBe('loaded table')
})

test('a console part that fails to load renders its fallback, and is loaded again on the next mount', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(Loaded)
  const part = toPart<Given>({ load, waiting: 'waiting', instead: Own })
  const { unmount, container } = render(<PartSlot part={part} given={{ name: 'dialog' }} />)
  expect(container.textContent).toBe('waiting')
  await screen.findByText('own dialog')
  unmount()
  render(<PartSlot part={part} given={{ name: 'dialog' }} />)
  await screen.findByText('loaded dialog')
  expect(load).toHaveBeenCalledTimes(2)
})
