import { type DragEvent, useState } from "react";

/** Takes files that are dropped onto an element; `isOver` while they are dragged over it. */
export function useFileDrop(take: (files: FileList) => unknown) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => [...dataTransfer.types].includes("Files");
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setOver(false);
      void take(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}
