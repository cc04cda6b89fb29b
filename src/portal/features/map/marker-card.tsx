// Draws the card of the chosen marker's item on the map.

import { Button } from '#portal/ui/button.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import type { MapKind, MapMarker } from '#shared/calls/map-answers.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'

interface Props {
  readonly marker: MapMarker
  readonly kind: MapKind | undefined
  readonly link: Link | undefined
  readonly scope: Scope
  readonly onClose: () => void
}

export function MarkerCard({ marker, kind, link, scope, onClose }: Props) {
  return (
    <div className="eq-map-card" role="status">
      <p className="eq-map-card-kind">
        <svg className="eq-map-patch" viewBox="0 0 14 14" aria-hidden>
          <circle cx="7" cy="7" r="6" fill={kind?.color ?? 'currentColor'} />
        </svg>
        {kind?.title}
      </p>
      <ItemLink link={link} scope={scope} item={{ id: marker.id, type: marker.kind, title: marker.title }}>
        {marker.title}
      </ItemLink>
      <p className="eq-muted">{marker.exact ? '位置为登记的坐标' : '位置为所在地区示意'}</p>
      <Button icon="close" aria-label="关闭" onClick={onClose} />
    </div>
  )
}
