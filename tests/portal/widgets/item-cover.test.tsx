// Tests the picture of an item: uploaded, else of its category, else a drawn cover.
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Gallery } from '#portal/features/detail/detail-front.tsx'
import { ItemCover, ItemThumb } from '#portal/widgets/items/item-cover.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'

const picture = { field: 'photos', family: 'instrument', by: 'kind' }
const FILE = '0b0f6a2e-9c1d-4c3a-8f4e-2f6f0f1a2b3c'

afterEach(cleanup)

const draw = (item: Item) => render(<ItemCover item={item} picture={picture} />).container
const addressIn = (container: HTMLElement) => container.querySelector('img')?.getAttribute('src') ?? null

describe('cover of an item', () => {
  test.each<[string, Item, string | null]>([
    ['what was uploaded', { id: '1', kind: 'S1', photos: [{ url: '/a.jpg' }, { url: '/b.jpg' }] }, '/a.jpg'],
    ['its cover before other pictures', { id: '1', cover: '/c.jpg', photos: [{ url: '/a.jpg' }] }, '/c.jpg'],
    ['what is drawn of its category', { id: '1', kind: 'S1', photos: [] }, '/pictures/instrument/S1.svg'],
    ['the same with a strange category', { id: '1', kind: '../a' }, '/pictures/instrument/..%2Fa.svg'],
    ['a drawn cover without either', { id: '1', kind: '' }, null],
    ['a drawn cover for what is no category', { id: '1', kind: 7 }, null],
  ])('shows %s', (_, item, address) => {
    expect(addressIn(draw(item))).toBe(address)
  })
  test('falls back to the category picture, then to a drawn cover, when images fail to load', () => {
    const container = draw({ id: '1', kind: 'S1', image: FILE })
    expect(addressIn(container)).toContain(FILE)
    fireEvent.error(container.querySelector('img') as HTMLImageElement)
    expect(addressIn(container)).toBe('/pictures/instrument/S1.svg')
    fireEvent.error(container.querySelector('img') as HTMLImageElement)
    expect(addressIn(container)).toBeNull()
    expect(container.querySelector('.eq-cover')).not.toBeNull()
  })
})

test('a thumbnail is rendered only for a type that has pictures', () => {
  const item = { id: '1', kind: 'S1', image: '/a.jpg' }
  const { container, rerender } = render(<ItemThumb item={item} picture={undefined} />)
  expect(container.innerHTML).toBe('')
  rerender(<ItemThumb item={item} picture={picture} />)
  expect(addressIn(container)).toBe('/a.jpg')
})

test('an illustration in a gallery is labelled as such and follows the real pictures', () => {
  const { container, rerender } = render(
    <Gallery item={{ id: '1', kind: 'S1' }} picture={picture} title="水泵" />,
  )
  expect(container.querySelector('figcaption')?.textContent).toBe('同类示意图，非实物照片')
  expect(container.querySelectorAll('img')).toHaveLength(1)
  const photos = [{ url: '/a.jpg' }, { url: '/b.jpg' }, { url: '/a.jpg' }]
  rerender(<Gallery item={{ id: '1', kind: 'S1', photos }} picture={picture} title="水泵" />)
  expect(container.querySelector('figcaption')).toBeNull()
  const shown = [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(shown.slice(0, 3)).toEqual(['/a.jpg', '/a.jpg', '/b.jpg'])
  expect(shown[3]).toContain('/S1.svg')
})
