// Draws the section of large slides that advance by themselves until a user looks at one or stops them.
import { memo, useEffect, useState } from 'react'
import { toDate } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf, momentOf } from '#portal/widgets/items/item-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

interface Props {
  readonly item: Item
  readonly section: Section
  readonly scope: Scope
  readonly isActive: boolean
  readonly isFirst: boolean
  readonly label: string
}

/** Draws one slide of the carousel. */
const Slide = memo(function Slide({ item, section, scope, isActive, isFirst, label }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the pattern of the ARIA authoring guide for slides
    <div
      className="eq-slide"
      role="group"
      aria-roledescription="幻灯片"
      aria-label={label}
      hidden={!isActive}
    >
      <ItemCover
        item={item}
        category={section.content?.category}
        picture={section.content?.picture}
        isFirst={isFirst}
      />
      <div className="eq-slide-text">
        <h2 className="eq-clamp-2">
          <ItemLink link={section.open} scope={scope} item={item} className="eq-cover-link">
            {headingOf(item, section.content)}
          </ItemLink>
        </h2>
        {item.summary ? <p className="eq-clamp-2">{toText(item.summary)}</p> : null}
        <p className="eq-slide-meta">
          {item.source ? <span>{toText(item.source)}</span> : null}
          <time>{toDate(momentOf(item))}</time>
        </p>
      </div>
    </div>
  )
})

const TURN_AFTER = 6000

function prefersStill(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}

export function CarouselSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const items = listOf(read.data)
  const [chosen, setActive] = useState(0)
  const [paused, setPaused] = useState(prefersStill)
  const [held, setHeld] = useState(false)
  const count = items.length
  // The list may have become shorter.
  const active = chosen < count ? chosen : 0
  useEffect(() => {
    if (paused || held || count < 2) return
    const timer = setInterval(() => {
      if (!document.hidden) setActive((current) => (current + 1) % count)
    }, TURN_AFTER)
    return () => clearInterval(timer)
  }, [paused, held, count])
  const turn = (step: number) => setActive((active + step + count) % count)
  // The frame is a landmark of the same title.
  const label = `${section.title ?? '要闻'}轮播`
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={count === 0}
      skeleton={<Skeleton shape="block" height={340} />}
      className="eq-carousel-card"
    >
      <section
        className="eq-carousel"
        aria-roledescription="轮播"
        aria-label={label}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <div aria-live={paused || held ? 'polite' : 'off'}>
          {items.map((item, index) => (
            <Slide
              key={String(item.id)}
              item={item}
              section={section}
              scope={scope}
              isActive={index === active}
              isFirst={index === 0}
              label={`${index + 1} / ${count}`}
            />
          ))}
        </div>
        <div className="eq-carousel-bar">
          <button
            type="button"
            aria-label={paused ? '继续播放' : '暂停播放'}
            onClick={() => setPaused(!paused)}
          >
            <Icon name={paused ? 'play' : 'pause'} />
          </button>
          <button type="button" aria-label="上一张" onClick={() => turn(-1)}>
            <Icon name="back" />
          </button>
          {items.map((item, index) => (
            <button
              key={String(item.id)}
              type="button"
              className="eq-carousel-dot"
              aria-label={`第 ${index + 1} 张`}
              aria-current={index === active}
              onClick={() => setActive(index)}
            />
          ))}
          <button type="button" aria-label="下一张" onClick={() => turn(1)}>
            <Icon name="next" />
          </button>
        </div>
      </section>
    </SectionFrame>
  )
}
