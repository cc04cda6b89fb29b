// Draws the trail from the country down to the displayed area; each entry leads back.
import type { MapNumbers } from '#shared/calls/map-answers.ts'

interface Props {
  readonly trail: MapNumbers['trail']
  readonly onRegion: (code: string) => void
}

export function RegionTrail({ trail, onRegion }: Props) {
  const steps = [{ code: '', name: '全国' }, ...trail]
  return (
    <nav className="eq-map-trail" aria-label="地图范围">
      <ol>
        {steps.map(({ code, name }, index) => (
          <li key={code}>
            {index === steps.length - 1 ? (
              <strong aria-current="location">{name}</strong>
            ) : (
              <button type="button" className="eq-text-button" onClick={() => onRegion(code)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
