// Re-exports the parts of the chart library that maps use, as a chunk of its own.
import { CustomChart, ScatterChart } from 'echarts/charts'
import { GeoComponent, TooltipComponent } from 'echarts/components'
import { getMap, init, registerMap, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([CustomChart, ScatterChart, GeoComponent, TooltipComponent, CanvasRenderer])

export type { CustomSeriesOption, ScatterSeriesOption } from 'echarts/charts'
export type { GeoComponentOption } from 'echarts/components'
export type { EChartsType } from 'echarts/core'
export { getMap, init, registerMap }
