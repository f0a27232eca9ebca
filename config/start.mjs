import './checkNode.mjs'

void import('./startHere.mjs')
