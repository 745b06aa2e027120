target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @outer(ptr %node) !dbg !10 {
entry:
  %slot = alloca ptr, align 8
  call void @llvm.dbg.value(metadata ptr %node, metadata !15, metadata !DIExpression()), !dbg !18
  call void @llvm.dbg.declare(metadata ptr %slot, metadata !16, metadata !DIExpression()), !dbg !18
  store ptr %node, ptr %slot, align 8, !dbg !18
  %v = load i32, ptr %node, align 8, !dbg !19
  ret i32 %v, !dbg !18
}

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "parse.c", directory: "/src/project")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !2, line: 1, size: 128, elements: !5)
!5 = !{!6, !7}
!6 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !4, file: !2, line: 1, baseType: !3, size: 32)
!7 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !4, file: !2, line: 1, baseType: !8, size: 64, offset: 64)
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!10 = distinct !DISubprogram(name: "outer", scope: !2, file: !2, line: 5, type: !11, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !13)
!11 = !DISubroutineType(types: !12)
!12 = !{!3, !8}
!13 = !{!15, !16}
!14 = distinct !DISubprogram(name: "inner", scope: !2, file: !2, line: 3, type: !11, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!15 = !DILocalVariable(name: "node", arg: 1, scope: !10, file: !2, line: 5, type: !8)
!16 = !DILocalVariable(name: "local", scope: !10, file: !2, line: 6, type: !8)
!18 = !DILocation(line: 6, column: 3, scope: !10)
!19 = !DILocation(line: 3, column: 9, scope: !20, inlinedAt: !18)
!20 = distinct !DILexicalBlock(scope: !14, file: !2, line: 3, column: 1)
