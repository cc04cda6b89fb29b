// Checks how pages look: their height, their pictures and colours, what is tapped and printed, and that nothing moves while
// it comes. One portal serves all of it; what publishes comes last.
import { fits } from './appearance/fits.ts'
import { theLook } from './appearance/look.ts'
import { pictureSizes } from './appearance/picture-sizes.ts'
import { paper } from './appearance/print.ts'
import { scenes } from './appearance/scenes.ts'
import { whatComesLater } from './appearance/shift.ts'
import { targets } from './appearance/targets.ts'
import { themes } from './appearance/themes.ts'
import { typePictures } from './appearance/type-pictures.ts'
import { describeWithPictures } from './support/browser-test.ts'

describeWithPictures('appearance', (stage) => {
  theLook(stage)
  whatComesLater(stage)
  typePictures(stage)
  scenes(stage)
  fits(stage)
  themes(stage)
  targets(stage)
  paper(stage)
  pictureSizes(stage)
})
