/** The columns of a wide window: their names, and the cells of a row. */
export { ColumnHeads } from './column-heads.tsx';
export { RowColumns } from './row-columns.tsx';
