// Draws the input of a number; beside a longitude it offers the position of the device.
import { type InputProps, isLocked, unitOf } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { LocateButton } from './parts/locate-button.tsx'
import { NumberControl } from './parts/number-control.tsx'

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
