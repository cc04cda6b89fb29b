// Owns putting an item aside for comparison, and taking it back.
import type { Link } from '../../shared/page-model.ts'
import { itemsIn, readCompareSets, useCompareSets } from '../compare/compare-set.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { headingOf } from '../widgets/item-text.ts'
import type { Item } from '../widgets/widget-props.ts'

interface Props {
  readonly link: Link
  readonly item: Item
  readonly label: string
  /** How many the page compares at most. */
  readonly max?: number | undefined
}

export function CompareButton({ link: { path }, item, label, max = 4 }: Props) {
  const id = String(item.id)
  const isThere = itemsIn(useCompareSets(), path).some((entry) => entry.id === id)
  const turn = async () => {
    const { addToSet, removeFromSet } = await import('../compare/compare-changes.ts')
    if (isThere) {
      removeFromSet(path, id)
      return toast.info('已移出比对')
    }
    if (!addToSet(path, max, { id, title: headingOf(item) }))
      return toast.error(`最多同时比对 ${max} 项，请先移除一项`)
    toast.success(`已加入比对（${itemsIn(readCompareSets(), path).length}/${max}）`)
  }
  return (
    <Button icon="compare" onClick={() => turn().catch(() => toast.error('没有成功，请检查网络后重试'))}>
      {isThere ? '移出比对' : label}
    </Button>
  )
}
