// Draws the input of a number; beside a longitude it offers the position of the device.

import { useState } from 'react'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { Button } from '#portal/ui/button.tsx'
import { type InputProps, isLocked, unitOf } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { NumberControl } from './parts/number-control.tsx'

interface Props {
  readonly onLongitude: (value: number) => void
  /** Name of the field of the same form that takes the latitude. */
  readonly latitudeField: string
}

const TIMEOUT_MS = 15_000
/** Six digits are about 0.1 m. */
const DIGITS = 6

const PERMISSION_DENIED = 1
const TIMED_OUT = 3

function messageOf(code: number): string {
  if (code === PERMISSION_DENIED) return '未获得定位授权，请在浏览器设置中允许定位，或直接填写'
  return code === TIMED_OUT ? '定位超时，请重试或直接填写' : '无法获取当前位置，请直接填写'
}

/**
 * Fills longitude and latitude with the position of the device, which the browser is asked for when the button
 * is pressed.
 */
function LocateButton({ onLongitude, latitudeField }: Props) {
  const formScope = useFormScope()
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const round = (degrees: number) => Number(degrees.toFixed(DIGITS))
  const locate = () => {
    if (!('geolocation' in navigator)) return setMessage('浏览器不支持定位，请直接填写')
    setBusy(true)
    setMessage('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        onLongitude(round(coords.longitude))
        formScope.write(latitudeField, round(coords.latitude))
        setMessage('已填入当前位置')
      },
      ({ code }) => {
        setBusy(false)
        setMessage(messageOf(code))
      },
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  }
  return (
    <div className="eq-locate">
      <Button look="text" busy={busy} onClick={locate}>
        使用当前位置
      </Button>
      <span className="eq-help" role="status">
        {message}
      </span>
    </div>
  )
}

export function NumberInput(props: InputProps) {
  const { latitude } = optionsOf<'inputs/number'>(props)
  return (
    <>
      <NumberControl props={props} unit={unitOf(props)} whole={props.schema.type === 'integer'} />
      {latitude && !isLocked(props) ? (
        <LocateButton onLongitude={props.onChange} latitudeField={latitude} />
      ) : null}
    </>
  )
}
