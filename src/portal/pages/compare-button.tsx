// Owns adding an item to the set that is compared, and going there.
import { useNavigate } from 'react-router-dom'
import type { Link } from '../../shared/page-model.ts'
import { linkTo } from '../routing/link-to.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import type { Item } from '../widgets/widget-props.ts'
import { readCompareSet, withOneMore, writeCompareSet } from './compare-set.ts'

interface Props {
  readonly link: Link
  readonly item: Item
  readonly label: string
  /** How many the page compares at most. */
  readonly max?: number | undefined
}

export function CompareButton({ link, item, label, max = 4 }: Props) {
  const navigate = useNavigate()
  const add = () => {
    const ids = withOneMore(readCompareSet(link.path), String(item.id), max)
    if (!ids) return toast.error(`最多同时比对 ${max} 项，请先移除一项`)
    writeCompareSet(link.path, ids)
    navigate(linkTo({ path: link.path, params: { ids: ids.join(',') } }, {}))
  }
  return (
    <Button icon="compare" onClick={add}>
      {label}
    </Button>
  )
}
