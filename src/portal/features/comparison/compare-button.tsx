// Draws the button that adds an item to the comparison set and removes it.

import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { picturesOf } from '#portal/widgets/items/item-picture.ts'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'
import type { Link } from '#shared/model/page-model.ts'
import { itemsIn, readCompareSets, useCompareSets } from './comparison-set.ts'

interface Props {
  readonly link: Link
  readonly item: Item
  readonly label: string
  /** How many the page compares at most. */
  readonly max?: number | undefined
  readonly picture?: ItemPicture | undefined
}

export function CompareButton({ link: { path }, item, label, max = 4, picture }: Props) {
  const id = String(item.id)
  const isThere = itemsIn(useCompareSets(), path).some((entry) => entry.id === id)
  const turn = async () => {
    const { addToSet, removeFromSet } = await import('./comparison-set-changes.ts')
    if (isThere) {
      removeFromSet(path, id)
      return toast.info('已移出比对')
    }
    const [shown] = picturesOf(item, picture)
    const aside = { id, title: headingOf(item), ...(shown ? { picture: shown.url } : {}) }
    if (!addToSet(path, max, aside)) return toast.error(`最多同时比对 ${max} 项，请先移除一项`)
    toast.success(`已加入比对（${itemsIn(readCompareSets(), path).length}/${max}）`)
  }
  return (
    <Button icon="compare" onClick={() => turn().catch(() => toast.error('操作失败，请检查网络后重试'))}>
      {isThere ? '移出比对' : label}
    </Button>
  )
}
