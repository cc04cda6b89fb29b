// Draws the path of an item through its lifecycle on the console, with antd's steps.

import { Steps } from 'antd'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { TransitionAnswers } from '#portal/widgets/items/transition-answers.tsx'
import { HistoryTimeline } from '#portal/widgets/sections/on-demand/history-timeline.tsx'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { type LifecycleItem, type PathStep, toLifecyclePath } from './lifecycle-path.ts'

const STATUS = { passed: 'finish', here: 'process', ahead: 'wait' } as const
const STAGE = { passed: '已完成', here: '当前', ahead: '待办' } as const

/** antd draws plain boxes. */
const LIST = { role: 'list' }

function Passed({ at, by, words, answers }: PathStep) {
  return (
    <>
      {by ? <span>{by}</span> : null}
      {at ? <time className="eq-figure">{toDateTime(at)}</time> : null}
      {words ? <p>{words}</p> : null}
      {answers ? <TransitionAnswers answers={answers} /> : null}
    </>
  )
}

/** Of records without a lifecycle only what happened is known. */
export function LifecycleProgress(props: SectionProps) {
  const { section, scope, page } = props
  const states = useDictionary(DICTIONARY.states)
  const item = scope.item as LifecycleItem | undefined
  if (page.kind !== 'detail' || !page.lifecycle || !item?.status) return <HistoryTimeline {...props} />
  const isRefused = states.find(({ value }) => value === item.status)?.color === 'red'
  const path = toLifecyclePath(page.lifecycle, item)
  const isOver = path.at(-1)?.stage === 'here'
  return (
    <SectionFrame section={section} scope={scope}>
      <AntdFrame>
        <Steps
          {...LIST}
          className="eq-way"
          orientation="vertical"
          responsive={false}
          size="small"
          items={path.map((step) => ({
            role: 'listitem',
            status:
              step.stage === 'here'
                ? isRefused
                  ? 'error'
                  : isOver
                    ? 'finish'
                    : 'process'
                : STATUS[step.stage],
            title: (
              <>
                {step.title}
                <span className="eq-sr-only">（{STAGE[step.stage]}）</span>
              </>
            ),
            content: step.stage === 'ahead' ? null : <Passed {...step} />,
            ...(step.stage === 'here' ? { 'aria-current': 'step' as const } : {}),
          }))}
        />
      </AntdFrame>
    </SectionFrame>
  )
}
